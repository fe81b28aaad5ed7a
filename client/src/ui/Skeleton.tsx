import type { CSSProperties, ReactNode } from "react";

export interface SkeletonProps extends Pick<CSSProperties, "display" | "height" | "width" | "margin"> {
  readonly component?: "div" | "span" | "li";
  /** Whether its ends are round, as those of a line of text. */
  readonly isRound?: boolean;
  readonly className?: string;
  /** A text as long as the one that is loading, which is not seen: the place wraps as the text will. */
  readonly children?: ReactNode;
}

/**
 * The place of something that is loading. A plain element: a screen opens with up to a hundred, and Mantine's takes as long as
 * a component with all of its style props.
 */
export function Skeleton({
  component: Element = "div",
  isRound = false,
  className = "",
  children,
  ...style
}: SkeletonProps) {
  return (
    <Element className={`skeleton ${isRound ? "skeleton-round " : ""}${className}`} style={style} aria-hidden>
      {children}
    </Element>
  );
}
