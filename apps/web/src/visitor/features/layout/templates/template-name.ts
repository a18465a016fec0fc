import { type CustomerConfiguration, TEMPLATES, type TemplateName } from '@sportello/contract'

type Named = Pick<CustomerConfiguration, 'template_params'>

/** Returns the name of the customer's page template. If the configured name is unknown, returns default2022. */
export function templateOf({ template_params: { name } }: Named): TemplateName {
  return TEMPLATES.find((template) => template === name) ?? 'default2022'
}

/** Returns true if the page template shows the search in the page header. */
export function searchesInHeader(config: Named): boolean {
  const name = templateOf(config)
  return name === 'headerSearch' || name === 'hallways'
}
