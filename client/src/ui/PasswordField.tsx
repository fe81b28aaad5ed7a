import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";

export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      spellCheck={false}
      autoCapitalize="none"
      // Mantine does not set it for this field.
      aria-invalid={props.error ? true : undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      // The label changes with the state, so `aria-pressed` would be wrong.
      visibilityToggleButtonProps={{
        "aria-label": isVisible ? "Ocultar senha" : "Mostrar senha",
        "aria-pressed": undefined,
      }}
      {...props}
    />
  );
}
