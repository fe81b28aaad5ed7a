/** Search by CPF/CNPJ, claim number or authorization number. */
export function SearchBox() {
  return <div className="search-box" />;
}
