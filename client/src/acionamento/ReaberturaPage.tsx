import { PageTitle } from "../ui/PageHeader.tsx";

export function ReaberturaPage() {
  return <PageTitle>ReaberturaPage</PageTitle>;
}
