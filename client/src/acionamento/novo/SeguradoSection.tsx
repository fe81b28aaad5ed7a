import { useQuery } from "@apollo/client/react";
import { Button, Loader } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatPhone } from "../../format/phone.ts";
import { NovoSeguradoDocument, type NovoSeguradoQuery } from "../../gql/graphql.ts";
import { isTransportError, messageOf } from "../../graph/errors.ts";
import { useOnline } from "../../ui/useOnline.ts";
import { FormattedField } from "../form/FormattedField.tsx";
import { fieldId } from "../form/problems.ts";
import { problemOfCpfCnpj } from "./novo.ts";

type Segurado = NonNullable<NovoSeguradoQuery["segurado"]>;

export interface SeguradoLookup {
  readonly segurado: Segurado | null;
  readonly isLoading: boolean;
  /** Why there is no insured for a valid CPF or CNPJ, or why a part could not be loaded. */
  readonly problem: string | undefined;
  /** Retries, if that may help. */
  readonly retry: (() => void) | undefined;
}

/** The insured with a CPF or CNPJ, loaded as soon as it is complete and valid. */
export function useSegurado(cpfCnpj: string): SeguradoLookup {
  const { data, error, loading, refetch } = useQuery(NovoSeguradoDocument, {
    variables: { cpfCnpj: cleanCpfCnpj(cpfCnpj) },
    skip: !isCpfCnpj(cpfCnpj),
    // Always reloaded, since policies change.
    fetchPolicy: "network-only",
    errorPolicy: "all",
    notifyOnNetworkStatusChange: true,
  });
  const retry = error && !loading && isTransportError(error) ? () => void refetch() : undefined;
  useOnline(() => retry?.());
  const segurado = data?.segurado ?? null;
  const isMissing = data !== undefined && segurado === null;
  return {
    segurado: loading && !segurado ? null : segurado,
    isLoading: loading,
    problem: error && !loading ? messageOf(error) : isMissing && !loading ? "Segurado não encontrado." : undefined,
    retry,
  };
}

export interface SeguradoSectionProps {
  readonly cpfCnpj: string;
  readonly lookup: SeguradoLookup;
  readonly problem: string | undefined;
  onChange(cpfCnpj: string): void;
}

/** The field for CPF or CNPJ, and the insured found. */
export function SeguradoSection({ cpfCnpj, lookup, problem, onChange }: SeguradoSectionProps) {
  const { segurado, isLoading, retry } = lookup;
  // What is known of the number comes before what a save found missing.
  const wrong = problemOfCpfCnpj(cpfCnpj) ?? lookup.problem ?? problem;
  return (
    <section className="card" aria-labelledby="novo-segurado">
      <h2 id="novo-segurado">Segurado</h2>
      <div className="novo-segurado">
        <FormattedField
          id={fieldId("cpfCnpj")}
          label="CPF ou CNPJ"
          placeholder="000.000.000-00"
          aria-required
          value={cpfCnpj}
          onChange={onChange}
          format={formatCpfCnpj}
          counts={/[0-9a-z]/i}
          onPaste={(event) => takePasted(event, onChange)}
          rightSection={isLoading && <Loader size="xs" aria-hidden />}
          error={wrong}
        />
        <div className="novo-contact" aria-live="polite">
          {isLoading && !segurado && <p>Procurando o segurado…</p>}
          {segurado && <SeguradoContact segurado={segurado} />}
          {retry && (
            <Button variant="default" size="xs" onClick={retry}>
              Tentar novamente
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function SeguradoContact({ segurado: { nome, telefone, email } }: { readonly segurado: Segurado }) {
  const contact = [telefone && formatPhone(telefone), email].filter(Boolean);
  return (
    <>
      <p className="novo-name" translate="no">
        {nome}
      </p>
      <p className="novo-ways">
        {contact.map((way) => (
          <span key={way}>{way}</span>
        ))}
      </p>
    </>
  );
}

/** Extracts the only CPF or CNPJ from a pasted line: "CPF 529.982.247-25 (Marina)". Other texts are pasted unchanged. */
function takePasted(event: ClipboardEvent<HTMLInputElement>, onChange: (cpfCnpj: string) => void): void {
  const text = event.clipboardData.getData("text");
  if (isCpfCnpj(text)) return;
  const found = new Set((text.match(/[0-9A-Z][0-9A-Z./-]{9,16}\d/gi) ?? []).filter(isCpfCnpj).map(formatCpfCnpj));
  const [only] = found;
  if (found.size !== 1 || only === undefined) return;
  event.preventDefault();
  onChange(only);
}
