import { ActionIcon, Input } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type To, useNavigate } from "react-router";
import { formatCpfCnpj } from "../format/cpfCnpj.ts";
import { usePreference } from "../preferences.ts";
import { useCombobox } from "../ui/useCombobox.ts";
import { OPEN_STATUSES } from "../status.ts";
import { listTarget, viewAddress } from "./addresses.ts";
import { type Kind, type SearchMatch, recognizeSearch } from "./recognizeSearch.ts";
import { type GuardedPath, usePermissions } from "./permission.ts";
import { recentlyViewed } from "./recent.ts";
import { isPageCovered, singleKeys, useSingleKey } from "./singleKeys.ts";

/** A screen that a match opens. */
interface Action {
  readonly text: string;
  /** The screen, if it is one that the menu may lack. */
  readonly screen?: GuardedPath;
  readonly target: (value: string) => { readonly to: To; readonly state?: object | null };
}

/** The list in progress, searched for a text. */
const searchTarget = (busca: string) => listTarget({ statuses: OPEN_STATUSES }, undefined, busca);

const OF_PERSON: readonly Action[] = [
  {
    text: "Novo acionamento para este segurado",
    screen: "/novo-acionamento",
    target: (cpfCnpj) => ({ to: "/novo-acionamento", state: { cpfCnpj } }),
  },
  {
    text: "Acionamentos em andamento deste segurado",
    screen: "/consulta-acionamento",
    target: (cpfCnpj) => searchTarget(formatCpfCnpj(cpfCnpj)),
  },
];

const viewTarget = (sinistro: string) => ({ to: viewAddress(sinistro) });

const ACTIONS: Readonly<Record<Kind, readonly Action[]>> = {
  CPF: OF_PERSON,
  CNPJ: OF_PERSON,
  Sinistro: [{ text: "Ver o acionamento", target: viewTarget }],
  Autorização: [
    {
      text: "Consultar acionamentos com esta autorização",
      screen: "/consulta-acionamento",
      target: (autorizacao) => listTarget({ statuses: [], autorizacao }),
    },
  ],
  Texto: [{ text: "Buscar nos acionamentos em andamento", screen: "/consulta-acionamento", target: searchTarget }],
};

interface Offer {
  readonly match: SearchMatch;
  readonly action: Action;
}

/** Search by number, name or policy. On narrow screens it is a button that opens the field over the top bar. */
export function SearchBox() {
  const [text, setText] = useState("");
  const [isOverlay, setIsOverlay] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const [hasSingleKeys] = usePreference(singleKeys);
  const id = useId();

  const { offers, errorMessage } = useOffers(text);
  const { isExpanded, ...combobox } = useCombobox({
    count: offers.length,
    // Nothing is preselected while there is an error, nor among the acionamentos viewed before.
    preselected: errorMessage === undefined && text !== "" ? 0 : -1,
    onChoose: (index) => openOffer(offers[index]),
  });
  const isErrorShown = combobox.isOpen && errorMessage !== undefined;
  const isListShown = isExpanded || isErrorShown;

  function focus(asOverlay: boolean) {
    // Render the field before focusing it.
    flushSync(() => setIsOverlay(asOverlay));
    field.current?.focus();
    field.current?.select();
  }

  function fold() {
    combobox.close();
    flushSync(() => setIsOverlay(false));
    opener.current?.focus();
  }

  function openOffer(offer: Offer | undefined) {
    if (!offer) return;
    const { to, state } = offer.action.target(offer.match.value);
    setText("");
    field.current?.blur();
    void navigate(to, { state });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || (combobox.isOpen && !isOverlay && isListShown)) {
      combobox.onKeyDown(event);
      return;
    }
    if (isOverlay) fold();
    else setText("");
    event.preventDefault();
  }

  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    combobox.close();
    setIsOverlay(false);
  }

  function onShortcut(event?: Pick<Event, "preventDefault">) {
    if (isPageCovered()) return;
    event?.preventDefault();
    // If the button is hidden, the field is visible.
    focus((opener.current?.getClientRects().length ?? 0) > 0);
  }
  useSingleKey("/", () => onShortcut());
  // In text fields too.
  useHotkeys([["mod+K", onShortcut, { preventDefault: false }]], []);

  const closer = (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label="Fechar a pesquisa" onClick={fold}>
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handler only notices that the focus has left it
    <div role="search" className="search-box" data-overlay={isOverlay || undefined} onBlur={onBlur}>
      <ActionIcon
        ref={opener}
        className="search-opener"
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Pesquisar"
        aria-expanded={isOverlay}
        onClick={() => focus(true)}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <Input
        ref={field}
        {...combobox.field}
        classNames={{ wrapper: "search-field" }}
        withAria={false}
        aria-label="Pesquisar por CPF, CNPJ, sinistro ou autorização"
        aria-describedby={`${id}-error`}
        aria-invalid={errorMessage !== undefined}
        aria-keyshortcuts={hasSingleKeys ? "Control+K /" : "Control+K"}
        placeholder="CPF/CNPJ, sinistro ou autorização"
        enterKeyHint="go"
        size="md"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isOverlay ? closer : <kbd aria-hidden>Ctrl K</kbd>}
        rightSectionPointerEvents={isOverlay ? "auto" : "none"}
        rightSectionWidth={isOverlay ? 48 : 68}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          combobox.onTyped();
        }}
        onFocus={combobox.open}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" id={`${id}-error`} role="status">
        {errorMessage}
      </span>
      <div className="search-found combobox-list" hidden={!isListShown}>
        {errorMessage !== undefined && (
          <p className="fault" aria-hidden>
            {errorMessage}
          </p>
        )}
        <div {...combobox.list} aria-label="O que foi reconhecido">
          {offers.map(({ match, action }, index) => (
            <button key={match.kind + match.value + action.text} {...combobox.option(index)}>
              <b className="figures">{`${match.kind} ${match.label}`}</b>
              <small>{action.text}</small>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

function offerOfViewed(sinistro: string): Offer {
  return {
    match: { kind: "Sinistro", value: sinistro, label: sinistro },
    action: { text: "Visto há pouco", target: viewTarget },
  };
}

/** The matches and their actions whose screens are in the menu; without a text, the acionamentos viewed last. */
function useOffers(text: string): { readonly offers: readonly Offer[]; readonly errorMessage: string | undefined } {
  const isPermitted = usePermissions();
  if (text === "") return { offers: recentlyViewed().map(offerOfViewed), errorMessage: undefined };
  const { matches, errorMessage } = recognizeSearch(text);
  const offers = matches
    .flatMap((match) => ACTIONS[match.kind].map((action) => ({ match, action })))
    .filter(({ action }) => !action.screen || isPermitted(action.screen));
  const isNothingLeft = offers.length === 0 && matches.length > 0;
  return { offers, errorMessage: isNothingLeft ? "Seu menu não tem uma tela para isto." : errorMessage };
}
