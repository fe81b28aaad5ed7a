import { PageTitle } from "../ui/PageHeader.tsx";

export function NovoPage() {
  return <PageTitle>NovoPage</PageTitle>;
}
