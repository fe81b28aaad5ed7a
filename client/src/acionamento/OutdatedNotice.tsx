import { errorMessageAt, hasFailed } from "../graph/errors.ts";
import { RetryButton } from "../ui/StateNotice.tsx";

/** Whether what the cache has of a field may be outdated: the field failed as a whole, or the whole query did. */
export function isOutdated(error: unknown, field: string): boolean {
  return Boolean(error) && (hasFailed(error, field) || errorMessageAt(error) === undefined);
}

interface OutdatedNoticeProps {
  readonly error: unknown;
  readonly field: string;
  onRetry?(): void;
}

/** Shown above what the cache has of a field that could not be loaded again. */
export function OutdatedNotice({ error, field, ...retry }: OutdatedNoticeProps) {
  if (!isOutdated(error, field)) return null;
  return (
    <p role="status" className="warning">
      O servidor não respondeu: estes dados podem não ser os mais recentes. <RetryButton {...retry} />
    </p>
  );
}
