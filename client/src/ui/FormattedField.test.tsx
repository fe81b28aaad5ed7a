import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { formatPhoneInput } from "../format/phone.ts";
import { FormattedField } from "./FormattedField.tsx";

const DIGIT = /\d/;

function Form() {
  return (
    <FormProvider {...useForm({ defaultValues: { field: "" } })}>
      <FormattedField name="field" format={formatPhoneInput} counts={DIGIT} />
    </FormProvider>
  );
}

function open(): HTMLInputElement {
  render(<Form />, { wrapper: (props) => <MantineProvider env="test" {...props} /> });
  return screen.getByRole<HTMLInputElement>("textbox");
}

/** The text with `|` at the caret. */
const shownIn = ({ value, selectionEnd }: HTMLInputElement) =>
  `${value.slice(0, selectionEnd ?? 0)}|${value.slice(selectionEnd ?? 0)}`;

test.each([
  ["11987654321", "(11) 98765-4321|"],
  ["+55 11 98765-4321", "(11) 98765-4321|"],
  ["+55 (0)11 98765-4321", "(11) 98765-4321|"],
  ["119876543219", "(11) 98765-43219|"],
  ["559912345678", "(55) 99123-45678|"],
  ["+1 415 555 2671", "+1 415 555 2671|"],
])("a phone number typed as %s is shown as %s", async (typed, shown) => {
  const field = open();
  await userEvent.type(field, typed);
  expect(shownIn(field)).toBe(shown);
});

test.each([
  ["a digit within", "1187654321", 5, "9", "(11) 9|8765-4321"],
  ["a digit too many", "11987654321", 10, "0", "(11) 987650|-4321"],
  ["a deletion", "11987654321", 7, "{Backspace}", "(11) 9|765-4321"],
  ["the deletion of punctuation", "11987654321", 11, "{Backspace}", "(11) 98765|-4321"],
])("%s of a phone number leaves the caret behind the digit where it was", async (_, typed, position, key, shown) => {
  const field = open();
  await userEvent.type(field, typed);
  await userEvent.type(field, key, { initialSelectionStart: position, initialSelectionEnd: position });
  expect(shownIn(field)).toBe(shown);
});
