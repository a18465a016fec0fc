import type { BlockComponent } from '../../define-block-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { hasIcon, OptionIcon } from '../../option-icon.tsx'
import { TenantHtml } from '../../tenant-html.tsx'

const SIGNS = { info: 'i', success: '✓', warning: '!', danger: '✕' } as const

/** The author's own icon where it is one, else the sign of the variant: nothing is told by colour alone. */
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
