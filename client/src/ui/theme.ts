import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";

/** The brand's green: shade 8 in the light scheme, 4 in the dark one. */
const verde: MantineColorsTuple = [
  "#e8f7f3",
  "#cdeee5",
  "#a9e5d8",
  "#86d9c8",
  "#63cdb8",
  "#3fb39c",
  "#249a83",
  "#17806d",
  "#0f6b5c",
  "#0b5448",
];

/** Mantine's dark greys, slightly green. */
const dark: MantineColorsTuple = [
  "#e7efec",
  "#c4d2cd",
  "#a3b4ae",
  "#8a9d96",
  "#33423d",
  "#25312d",
  "#161f1c",
  "#0e1513",
  "#0b110f",
  "#080c0b",
];

export const theme = createTheme({
  colors: { verde, dark },
  primaryColor: "verde",
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  // Mantine computes the contrast for the light scheme's shade only.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isBrand = (input.color ?? "verde") === "verde";
    return input.variant === "filled" && isBrand ? { ...colors, color: "var(--on-brand)" } : colors;
  },
  luminanceThreshold: 0.36,
  defaultRadius: "md",
  respectReducedMotion: true,
  cursorType: "pointer",
  fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  components: {
    Button: { defaultProps: { fw: 600 } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Fechar" } } },
    // Mantine's bullets are white in both schemes.
    Timeline: { styles: { itemBullet: { backgroundColor: "var(--surface)" } } },
    // Screen readers announce `required`; no asterisk. Hints are below the field.
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ["label", "input", "description", "error"] },
    },
  },
});

/** Overrides of Mantine's colours, for contrast (WCAG AA) and brand; palette.css defines them for both schemes. */
const colors = {
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-dimmed": "var(--ink-soft)",
  "--mantine-color-error": "var(--danger)",
  "--mantine-color-placeholder": "var(--ink-soft)",
  "--mantine-color-anchor": "var(--brand)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-disabled": "var(--surface-soft)",
  "--mantine-color-disabled-color": "var(--ink-soft)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors });
