import type { CSSProperties, ReactNode } from "react";

interface SkeletonProps extends Pick<CSSProperties, "display" | "height" | "width" | "margin"> {
  readonly component?: "div" | "span" | "li";
  readonly className?: string;
  /** A text as long as the one that is loading, which is not seen: the place wraps as the text will. */
  readonly children?: ReactNode;
}

/** The place of something that is loading. Not Mantine's, since a screen opens with up to a hundred of them. */
export function Skeleton({ component: Element = "div", className = "", children, ...style }: SkeletonProps) {
  return (
    <Element className={`skeleton ${className}`} style={style} aria-hidden>
      {children}
    </Element>
  );
}
