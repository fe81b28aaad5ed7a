import { CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { ORDENS } from "./consulta.address.ts";
import type { Place } from "./consulta.places.ts";

const TYPING_MS = 300;

/** The search over the whole list, and its order where there are no column heads to click. */
export function ConsultaTools({ place }: { readonly place: Place }) {
  return (
    <div className="consulta-tools">
      <SearchField place={place} />
      <NativeSelect
        className="consulta-order"
        label="Ordenar por"
        value={place.ordem}
        data={Object.entries(ORDENS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => place.arrange(currentTarget.value as OrdemAcionamentos)}
      />
    </div>
  );
}

/** Seeks while one types, and at once by Enter. */
function SearchField({ place: { key, busca, seek, isChanging } }: { readonly place: Place }) {
  const [text, setText] = useState(busca);
  const sought = useRef(busca);

  const seekOnce = (value: string) => {
    const next = value.trim();
    if (next === sought.current) return;
    sought.current = next;
    seek(next);
  };
  const seekSoon = useDebouncedCallback(seekOnce, TYPING_MS);
  const seekNow = (value: string) => {
    seekSoon.cancel();
    setText(value);
    seekOnce(value);
  };

  // Another place in the history has its own text; what is being typed here stays. By its key, too: a place that was
  // left before its search had arrived has the text that the screen had all the time.
  useEffect(() => {
    if (busca === sought.current) return;
    sought.current = busca;
    setText(busca);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [key, busca]);

  return (
    <TextInput
      role="searchbox"
      label="Buscar na lista"
      placeholder="Nome, CPF, pet, apólice ou número"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        seekSoon(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") seekNow(text);
        if (event.key === "Escape") seekNow("");
      }}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={18} aria-hidden className={isChanging ? "consulta-seeking" : undefined} />}
      rightSection={
        text && (
          <CloseButton
            aria-label="Limpar a busca"
            onClick={(event) => {
              seekNow("");
              event.currentTarget.closest(".mantine-TextInput-root")?.querySelector("input")?.focus();
            }}
          />
        )
      }
    />
  );
}
