/** Brazilian phone numbers, area code first: 10 digits, or 11 for mobile phones. */

/** `(11) 98765-4321`; also for an incomplete number. */
export function formatPhone(text: string): string {
  const digits = cleanPhone(text);
  if (digits.length < 3) return digits;
  const end = digits.length > 10 ? 7 : 6;
  const rest = digits.length > end ? `${digits.slice(2, end)}-${digits.slice(end)}` : digits.slice(2);
  return `(${digits.slice(0, 2)}) ${rest}`;
}

/** The digits without the country code. */
export function cleanPhone(text: string): string {
  const digits = text.normalize("NFKC").replace(/\D/g, "");
  return (digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits).slice(0, 11);
}
