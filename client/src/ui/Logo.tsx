/** Logo and name of the product. */
export function Logo() {
  return (
    <span className="mark">
      <img src="/favicon.svg" alt="" width="28" height="28" />
      <span>Acionamentos</span>
    </span>
  );
}
