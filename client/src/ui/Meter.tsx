/** How much of something is reached, as so many bars. A text beside it says the same. */
export function Meter({ value, max }: { readonly value: number; readonly max: number }) {
  return (
    <div className="meter" aria-hidden>
      {Array.from({ length: max }, (_, index) => (
        <span key={index} data-on={index < value} />
      ))}
    </div>
  );
}
