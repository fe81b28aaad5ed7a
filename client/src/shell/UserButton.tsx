import { UnstyledButton, type UnstyledButtonProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ComponentProps } from "react";

/** First letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  // By code points, not UTF-16 units.
  return ends.map((word = "") => (Array.from(word)[0] ?? "").toUpperCase()).join("");
}

interface UserButtonProps extends UnstyledButtonProps, Omit<ComponentProps<"button">, "style"> {
  readonly name: string;
}

/** Opens the user menu; also the placeholder until that menu is loaded. */
export function UserButton({ name, ...props }: UserButtonProps) {
  return (
    <UnstyledButton {...props} className="user-button">
      <span className="visually-hidden">Menu de</span>{" "}
      <span className="initials" aria-hidden>
        {initials(name)}
      </span>
      <span className="user-name">{name}</span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  );
}
