import { useQuery } from "@apollo/client/react";
import { Box, Loader, SimpleGrid } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj, onlyCpfCnpjIn } from "../../format/cpfCnpj.ts";
import { formatPhone } from "../../format/phone.ts";
import { NovoSeguradoDocument, type NovoSeguradoQuery } from "../../gql/graphql.ts";
import { hasFailed, isRefusal, messageOf } from "../../graph/errors.ts";
import { FormattedField } from "../../ui/FormattedField.tsx";
import { RetryButton } from "../../ui/RetryButton.tsx";
import { type NovoFields, problemOfCpfCnpj } from "./novo.ts";

interface SeguradoLookup {
  readonly segurado: NovoSeguradoQuery["segurado"];
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
  const retry = error && !loading && !isRefusal(error) ? () => void refetch() : undefined;
  useWindowEvent("online", () => retry?.());
  const why = error ? messageOf(error) : data?.segurado === null ? "Segurado não encontrado." : undefined;
  // The cache still has an insured that was found earlier and can no longer be loaded.
  const segurado = error && hasFailed(error, "segurado") ? null : (data?.segurado ?? null);
  return { segurado, isLoading: loading, problem: loading ? undefined : why, retry };
}

export function SeguradoSection({ lookup }: { readonly lookup: SeguradoLookup }) {
  const { clearErrors, setValue } = useFormContext<NovoFields>();
  const { segurado, isLoading, retry } = lookup;
  const forgetChoice = () => {
    setValue("apolice", null);
    setValue("pet", null);
    // Also where nothing was chosen: `setValue` is then no change, and leaves the message.
    clearErrors(["apolice", "pet"]);
  };
  // Removes “Espere o segurado ser encontrado.” when the lookup ends.
  useEffect(() => {
    if (!isLoading) clearErrors("cpfCnpj");
  }, [isLoading, clearErrors]);
  return (
    <section className="card" aria-labelledby="novo-segurado">
      <h2 id="novo-segurado">Segurado</h2>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="1.5rem" verticalSpacing="1rem">
        <FormattedField
          name="cpfCnpj"
          label="CPF ou CNPJ"
          placeholder="000.000.000-00"
          aria-required
          // The lookup's problem is shown before an error of the last submit.
          problemOf={(cpfCnpj) => problemOfCpfCnpj(cpfCnpj) ?? lookup.problem}
          onChanged={forgetChoice}
          format={formatCpfCnpj}
          counts={/[0-9a-z]/i}
          onPaste={(event) => {
            const only = onlyCpfCnpjIn(event.clipboardData.getData("text"));
            if (only === undefined) return;
            event.preventDefault();
            setValue("cpfCnpj", only);
            forgetChoice();
          }}
          rightSection={isLoading && <Loader size="xs" aria-hidden />}
        />
        <div className="soft novo-contact" aria-live="polite">
          {isLoading && !segurado && <p>Procurando o segurado…</p>}
          {segurado && (
            <>
              <Box c="var(--ink)" fz="1.0625rem" fw={650}>
                {segurado.nome}
              </Box>
              <p className="row">
                {segurado.telefone && <span>{formatPhone(segurado.telefone)}</span>}
                {segurado.email && <span>{segurado.email}</span>}
              </p>
            </>
          )}
          {/* The focus is in its field already, or has left it: announce it here. */}
          {lookup.problem && <p className="visually-hidden">{lookup.problem}</p>}
          {retry && <RetryButton variant="default" size="xs" onRetry={retry} />}
        </div>
      </SimpleGrid>
    </section>
  );
}
