import type { BlockDefinition } from '../../define-block.ts'

export interface Alert {
  icon?: string | undefined
  variant: 'info' | 'success' | 'warning' | 'danger'
  text: string
}

export const alert: BlockDefinition<Alert> = {
  mapHtml: (value, clean) => ({ ...value, text: clean(value.text) }),
}
