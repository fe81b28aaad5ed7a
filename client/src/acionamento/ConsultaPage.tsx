import { PageTitle } from "../ui/PageHeader.tsx";

export function ConsultaPage() {
  return <PageTitle>ConsultaPage</PageTitle>;
}
