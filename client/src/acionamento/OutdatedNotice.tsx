import { errorMessageAt, hasFailed } from "../graph/errors.ts";
import { RetryButton } from "../ui/RetryButton.tsx";

const OUTDATED = "O servidor não respondeu: estes dados podem não ser os mais recentes.";

interface OutdatedNoticeProps {
  readonly error: unknown;
  readonly field: string;
  /** The text if only a part of the field failed; without it nothing is shown for such a part. */
  readonly partial?: string;
  onRetry?(): void;
}

/** Shown above what the cache has of a field that could not be loaded again: it failed as a whole, or the whole query did. */
export function OutdatedNotice({ error, field, partial, ...retry }: OutdatedNoticeProps) {
  const isOutdated = Boolean(error) && (hasFailed(error, field) || errorMessageAt(error) === undefined);
  const text = isOutdated ? OUTDATED : errorMessageAt(error, field) !== undefined && partial;
  if (!text) return null;
  return (
    <p role="status" className="warning">
      {text} <RetryButton {...retry} />
    </p>
  );
}
