import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { formatCpfCnpj } from "../format/cpfCnpj.ts";
import { formatDayInput } from "../format/dayInput.ts";
import { cleanPhone, punctuatePhone } from "../format/phone.ts";
import { useFormattedInput } from "./useFormattedInput.ts";

function Field({ format }: { readonly format: (text: string) => string }) {
  const [value, setValue] = useState("");
  const input = useFormattedInput(({ text }) => ({ text: format(text), caret: format(text).length }), setValue);
  return <input {...input} value={value} />;
}

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
  [(text: string) => punctuatePhone(cleanPhone(text)), "11987654321", "(11) 98765-4321"],
])("a text is formatted once an input method has composed it", (format, text, shown) => {
  render(<Field format={format} />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  compose(field, text);
  expect(field.value).toBe(shown);
});
