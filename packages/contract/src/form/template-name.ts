/**
 * Page templates from which a customer can choose (visitor specification, section 2; administrator specification,
 * section 2: "Template tab").
 */
export const TEMPLATES = ['default2022', 'default2022NoSearchBar', 'hallways', 'headerSearch'] as const

export type TemplateName = (typeof TEMPLATES)[number]
