import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";

/** A native select with the icon of `ChoiceField`. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />} {...props} />;
}
