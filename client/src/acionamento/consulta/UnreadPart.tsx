import { Button } from "@mantine/core";
import { useRevalidator } from "react-router";
import { useFieldState } from "../../graph/fieldStates.ts";

interface UnreadPartProps {
  /** The field of the query. */
  readonly field: string;
  /** A sentence: "As quantidades não puderam ser carregadas." */
  readonly title: string;
}

/** Shown instead of a part of the filter that could not be loaded. */
export function UnreadPart({ field, title }: UnreadPartProps) {
  const { revalidate } = useRevalidator();
  const { errorMessage } = useFieldState(field);
  return (
    <span className="consulta-unread" role="alert" title={errorMessage ?? undefined}>
      {title}{" "}
      <Button variant="subtle" size="compact-sm" onClick={() => void revalidate()}>
        Tentar novamente
      </Button>
    </span>
  );
}
