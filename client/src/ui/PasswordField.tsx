import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";

/** A password that can be made visible. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      spellCheck={false}
      autoCapitalize="none"
      // Mantine leaves it off this one field.
      aria-invalid={props.error ? true : undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      // Its name says what it does; "pressed" on top of that would say it twice, and wrongly.
      visibilityToggleButtonProps={{
        "aria-label": isVisible ? "Ocultar senha" : "Mostrar senha",
        "aria-pressed": undefined,
      }}
      {...props}
    />
  );
}
