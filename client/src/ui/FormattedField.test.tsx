import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { formatCpfCnpj } from "../format/cpfCnpj.ts";
import { formatDayInput } from "../format/dayInput.ts";
import { formatPhoneInput } from "../format/phone.ts";
import { FormattedField, type FormattedFieldProps } from "./FormattedField.tsx";

const DIGIT = /\d/;

function Form({ format }: Pick<FormattedFieldProps, "format">) {
  return (
    <FormProvider {...useForm({ defaultValues: { field: "" } })}>
      <FormattedField name="field" format={format} counts={DIGIT} />
    </FormProvider>
  );
}

function open(format: (text: string) => string): HTMLInputElement {
  render(<Form format={format} />, { wrapper: (props) => <MantineProvider env="test" {...props} /> });
  return screen.getByRole<HTMLInputElement>("textbox");
}

/** The text with `|` at the caret. */
const shownIn = ({ value, selectionEnd }: HTMLInputElement) =>
  `${value.slice(0, selectionEnd ?? 0)}|${value.slice(selectionEnd ?? 0)}`;

/** As an input method composes a text: each step replaces the whole composition, unless the field has changed it. */
function compose(field: HTMLInputElement, text: string): void {
  fireEvent.compositionStart(field);
  for (let end = 1; end <= text.length; end += 1) {
    const before = field.value;
    const kept = before.endsWith(text.slice(0, end - 1)) ? before.slice(0, before.length - end + 1) : before;
    fireEvent.input(field, { target: { value: kept + text.slice(0, end) }, isComposing: true });
  }
  fireEvent.compositionEnd(field, { data: text });
}

test.each([
  [formatCpfCnpj, "52998224725", "529.982.247-25"],
  [formatCpfCnpj, "５２９９８２２４７２５", "529.982.247-25"],
  [formatDayInput, "23112026", "23/11/2026"],
  [formatPhoneInput, "11987654321", "(11) 98765-4321"],
])("a text is formatted once an input method has composed it", (format, text, shown) => {
  const field = open(format);
  compose(field, text);
  expect(field.value).toBe(shown);
});

test.each([
  ["11987654321", "(11) 98765-4321|"],
  ["+55 11 98765-4321", "(11) 98765-4321|"],
  ["+55 (0)11 98765-4321", "(11) 98765-4321|"],
  ["119876543219", "(11) 98765-43219|"],
  ["559912345678", "(55) 99123-45678|"],
  ["+1 415 555 2671", "+1 415 555 2671|"],
])("a phone number typed as %s is shown as %s", async (typed, shown) => {
  const field = open(formatPhoneInput);
  await userEvent.type(field, typed);
  expect(shownIn(field)).toBe(shown);
});

test.each([
  ["a digit within", "1187654321", 5, "9", "(11) 9|8765-4321"],
  ["a digit too many", "11987654321", 10, "0", "(11) 987650|-4321"],
  ["a deletion", "11987654321", 7, "{Backspace}", "(11) 9|765-4321"],
  ["the deletion of punctuation", "11987654321", 11, "{Backspace}", "(11) 98765|-4321"],
])("%s of a phone number leaves the caret behind the digit where it was", async (_, typed, at, key, shown) => {
  const field = open(formatPhoneInput);
  await userEvent.type(field, typed);
  await userEvent.type(field, key, { initialSelectionStart: at, initialSelectionEnd: at });
  expect(shownIn(field)).toBe(shown);
});
