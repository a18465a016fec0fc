import type { FormDraft } from '../forms/form-draft.ts'
import { draftOf } from '../forms/form-draft.ts'

interface NewForm {
  code: string
  title: string
  active: boolean
  color?: string | undefined
  /** Name of the asset that contains the form's logo. */
  logo?: string | undefined
}

/** Returns the settings of a new form that shows the definition with the same code. */
export function newForm({ code, title, active, color, logo }: NewForm): FormDraft {
  return {
    ...draftOf(undefined, 'add'),
    code_form: code,
    code_tag: code,
    description: title || code,
    client_url: location.origin,
    active,
    params: logo ? { logo } : {},
    templateParams: { name: 'default2022', params: color ? { brand_color: color } : {} },
  }
}

/** Returns the public URL of a form. */
export const addressOf = (code: string) => `${location.origin}/${encodeURIComponent(code)}`

/**
 * Returns the HTML that embeds a form in a page of another website. It includes a script that adapts the height of the
 * frame to the form.
 */
export function embedOf(code: string, title: string): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return [
    `<iframe src="${addressOf(code)}" title="${escaped}" data-sportello width="100%" height="640" style="border:0"></iframe>`,
    `<script src="${location.origin}/embed.js" async></script>`,
  ].join('\n')
}
