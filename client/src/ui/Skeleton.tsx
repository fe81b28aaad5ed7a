import type { CSSProperties } from "react";

export interface SkeletonProps extends Pick<CSSProperties, "display" | "height" | "width" | "margin"> {
  readonly component?: "div" | "span" | "li";
  /** Whether its ends are round, as those of a line of text. */
  readonly isRound?: boolean;
  readonly className?: string;
}

/**
 * The place of something that is loading. A plain element: a screen opens with up to a hundred, and Mantine's takes as long as
 * a component with all of its style props.
 */
export function Skeleton({ component: Element = "div", isRound = false, className = "", ...style }: SkeletonProps) {
  return <Element className={`skeleton ${isRound ? "skeleton-round " : ""}${className}`} style={style} aria-hidden />;
}
