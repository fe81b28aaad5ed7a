import { NativeSelect } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { ComponentProps } from "react";

/** A native select. */
export function SelectField(props: ComponentProps<typeof NativeSelect>) {
  return <NativeSelect rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />} {...props} />;
}
