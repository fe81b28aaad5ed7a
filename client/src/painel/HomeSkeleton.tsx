import { Skeleton } from "../ui/Skeleton.tsx";
import { FilaSkeleton, LIST_NAMES } from "./FilaCards.tsx";
import { MonthsSkeleton } from "./MonthsCard.tsx";
import { TOTAL_NAMES } from "./TotalCards.tsx";

/** The loading state of the dashboard, with the same layout. */
export function HomeSkeleton() {
  return (
    <>
      <div className="painel-totals" aria-hidden>
        {TOTAL_NAMES.map((name) => (
          <div key={name} className="card painel-total">
            <h2>{name}</h2>
            <p className="painel-count">
              <Skeleton component="span" display="block" height="0.9em" width="3ch" />
            </p>
            <p className="painel-note">
              <Skeleton component="span" display="inline-block" height="1em" width="6rem" />
            </p>
          </div>
        ))}
      </div>
      <div className="fila" aria-hidden>
        {LIST_NAMES.map((name) => (
          <section key={name} className="card fila-card">
            <h2>{name}</h2>
            <FilaSkeleton />
          </section>
        ))}
      </div>
      <section className="card painel-part" aria-hidden>
        <Heading name="Acionamentos por mês">Pelo mês da abertura e o status de agora.</Heading>
        <div className="painel-months">
          <MonthsSkeleton />
        </div>
      </section>
      <section className="card painel-part" aria-hidden>
        <Heading name="Status por seguradora no mês">
          Acionamentos abertos neste mês. Um número abre a lista deles.
        </Heading>
        <div className="painel-rows">
          {Array.from({ length: 12 }, (_, row) => (
            <Skeleton key={row} height="1.75rem" />
          ))}
        </div>
      </section>
    </>
  );
}

function Heading({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <header>
      <div>
        <h2>{name}</h2>
        <p>{children}</p>
      </div>
    </header>
  );
}
