import { PageTitle } from "../ui/PageHeader.tsx";

export function TrocaSenhaPage() {
  return <PageTitle>TrocaSenhaPage</PageTitle>;
}
