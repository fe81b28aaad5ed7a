import { Skeleton } from "../../ui/Skeleton.tsx";

/** The loading state of the view, with the same layout. */
export function VisualizaSkeleton() {
  return (
    <>
      <SummarySkeleton />
      <div className="visualiza-columns">
        <div className="visualiza-column">
          <CardSkeleton title="Dados" facts={6} />
          <CardSkeleton title="Procedimentos" lines={4} />
        </div>
        <div className="visualiza-column">
          <CardSkeleton title="Segurado e pet" facts={8} />
          <CardSkeleton title="Histórico" lines={6} />
        </div>
      </div>
    </>
  );
}

export function SummarySkeleton() {
  return (
    <section className="card visualiza-summary" aria-busy="true">
      <div className="visualiza-figures">{places(3)}</div>
      <Skeleton height={36} width={126} />
    </section>
  );
}

export interface CardSkeletonProps {
  readonly title: string;
  /** Number of labelled values. */
  readonly facts?: number;
  /** Number of lines. */
  readonly lines?: number;
}

export function CardSkeleton({ title, facts = 0, lines = 0 }: CardSkeletonProps) {
  return (
    <section className="card" aria-busy="true">
      <h2>{title}</h2>
      {facts > 0 && <div className="facts">{places(facts)}</div>}
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height="1.25rem" margin="0 0 0.875rem" />
      ))}
    </section>
  );
}

function places(count: number) {
  return Array.from({ length: count }, (_, place) => (
    <div key={place}>
      <Skeleton height="0.75rem" width="5rem" margin="0.25rem 0" />
      <Skeleton height="1.25rem" width="8rem" margin="0.375rem 0 0" />
    </div>
  ));
}
