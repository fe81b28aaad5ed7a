import { Box } from "@mantine/core";
import { useNavigate } from "react-router";
import { cleanSinistro } from "../format/pasted.ts";
import { NumberField } from "./NumberField.tsx";

interface SinistroFormProps {
  readonly initial?: string;
  readonly isFocused?: boolean;
  /** The name of the button. */
  readonly action: string;
  addressOf(sinistro: string): string;
}

/** Opens a screen by claim number. */
export function SinistroForm({ initial, addressOf, ...props }: SinistroFormProps) {
  const navigate = useNavigate();
  return (
    <Box w="min(20rem, 70vw)" ta="left">
      <NumberField
        {...props}
        label="Número do sinistro"
        value={initial}
        missing="Informe o número do sinistro."
        clean={cleanSinistro}
        onSubmit={(sinistro) => void navigate(addressOf(sinistro), { replace: sinistro === initial })}
      />
    </Box>
  );
}
