import { PageTitle } from "../ui/PageHeader.tsx";

export function VisualizaPage() {
  return <PageTitle>VisualizaPage</PageTitle>;
}
