import { Button } from "@mantine/core";
import { useState } from "react";
import { countDrafts, dropDrafts } from "../draft.ts";
import { counted } from "../format/count.ts";
import { focusAround } from "../ui/overlays.ts";

/** After a logout: the drafts that the user leaves in this browser, which others may use too. */
export function LeftDrafts({ leftBy }: { readonly leftBy: string }) {
  const [count] = useState(() => countDrafts(leftBy));
  const [isDeleted, setDeleted] = useState(false);
  if (count === 0) return null;
  return (
    <div className="message" role="status" tabIndex={-1}>
      {isDeleted ? (
        "Os rascunhos foram apagados."
      ) : (
        <>
          Este computador guarda {counted(count, "rascunho seu", "rascunhos seus")} por até 7 dias.{" "}
          <Button
            variant="default"
            size="compact-sm"
            onClick={({ currentTarget }) => {
              focusAround(currentTarget);
              dropDrafts(leftBy);
              setDeleted(true);
            }}
          >
            Apagar
          </Button>
        </>
      )}
    </div>
  );
}
