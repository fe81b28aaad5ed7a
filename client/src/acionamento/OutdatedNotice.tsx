import { errorMessageAt, hasFailed } from "../graph/errors.ts";
import { RetryButton } from "../ui/StateNotice.tsx";

const OUTDATED = "O servidor não respondeu: estes dados podem não ser os mais recentes.";

/** Whether what the cache has of a field may be outdated: the field failed as a whole, or the whole query did. */
function isOutdated(error: unknown, field: string): boolean {
  return Boolean(error) && (hasFailed(error, field) || errorMessageAt(error) === undefined);
}

interface OutdatedNoticeProps {
  readonly error: unknown;
  readonly field: string;
  /** The text if only a part of the field failed; without it such a part tells of itself. */
  readonly partial?: string;
  onRetry?(): void;
}

/** Shown above what the cache has of a field that could not be loaded again. */
export function OutdatedNotice({ error, field, partial, ...retry }: OutdatedNoticeProps) {
  const text = isOutdated(error, field) ? OUTDATED : errorMessageAt(error, field) && partial;
  if (!text) return null;
  return (
    <p role="status" className="warning">
      {text} <RetryButton {...retry} />
    </p>
  );
}
