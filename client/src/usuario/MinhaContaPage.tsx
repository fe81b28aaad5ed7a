import { PageTitle } from "../ui/PageHeader.tsx";

export function MinhaContaPage() {
  return <PageTitle>MinhaContaPage</PageTitle>;
}
