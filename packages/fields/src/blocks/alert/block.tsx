import type { BlockComponent } from '../../define-block-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { hasIcon, OptionIcon } from '../../option-icon.tsx'
import { TenantHtml } from '../../tenant-html.tsx'

const SIGNS = { info: 'i', success: '✓', warning: '!', danger: '✕' } as const

/**
 * Renders an alert with the author's icon. If that icon cannot be shown, the alert has the default icon of its variant,
 * so that the variant is never indicated by colour alone.
 */
export const AlertBlock: BlockComponent<'ALERT'> = ({ value }) => {
  const { t } = useFieldWords()
  const { icon, variant, text } = value
  return (
    <div className={`alert alert-${variant}`} role="note" aria-label={t(`avviso_${variant}`)}>
      {hasIcon(icon) ? (
        <OptionIcon icon={icon} />
      ) : (
        <span className="alert-sign" aria-hidden="true">
          {SIGNS[variant]}
        </span>
      )}
      <TenantHtml className="rich-text" html={text} />
    </div>
  )
}
