export function Logo() {
  return (
    <span className="mark">
      <span className="logo" />
      <span>Acionamentos</span>
    </span>
  );
}
