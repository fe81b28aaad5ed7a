/** How much of something is reached, as so many bars. A text beside it says the same. */
export function Meter({ value, of }: { readonly value: number; readonly of: number }) {
  return (
    <div className="meter" aria-hidden>
      {Array.from({ length: of }, (_, at) => (
        <span key={at} data-on={at < value} />
      ))}
    </div>
  );
}
