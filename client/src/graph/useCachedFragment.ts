import { useApolloClient, type useFragment } from "@apollo/client/react";
import { startTransition, useEffect, useMemo, useState } from "react";

/**
 * Apollo's `useFragment`, whose updates are transitions. `useFragment` is an external store for React: an answer that comes
 * while a screen is being rendered makes it render the whole screen again, at once and without a pause.
 */
export const useCachedFragment = ((options: useFragment.Options<unknown, never>) => {
  const client = useApolloClient();
  const key = JSON.stringify([options.from, options.variables]);
  const watched = useMemo(
    () => client.watchFragment(options),
    // oxlint-disable-next-line react/exhaustive-deps -- `key` has the rest
    [client, options.fragment, options.fragmentName, key],
  );
  // The newest at each rendering, as of all that a screen reads; the state only has it rendered again.
  const result = watched.getCurrentResult();
  const [, setSeen] = useState(result);

  useEffect(() => {
    const update = () => startTransition(() => setSeen(watched.getCurrentResult()));
    const subscription = watched.subscribe(update);
    return () => subscription.unsubscribe();
  }, [watched]);

  return result;
}) as typeof useFragment;
