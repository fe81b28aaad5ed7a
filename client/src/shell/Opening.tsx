import { Mark } from "../ui/Mark.tsx";

/** Stands there while the first screen of a visit is fetched. */
export function Opening() {
  return (
    <div className="opening" role="status" aria-label="Abrindo o portal">
      <Mark />
    </div>
  );
}
