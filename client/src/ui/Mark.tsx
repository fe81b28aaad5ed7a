/** The mark and the name of the product. */
export function Mark() {
  return (
    <span className="mark">
      <img src="/favicon.svg" alt="" width="28" height="28" />
      <span>Acionamentos</span>
    </span>
  );
}
