import { isHexColor, textOn } from '@sportello/checks/contrast'
import type { ShownForm, TagForm } from '@sportello/contract'
import { useWords } from '../../words.tsx'
import { shortened } from './shortened.tsx'

const PLAIN = '#4b5a69'
/**
 * Colours of the badge that shows a tag (the code of a definition). The author of the definition sets a class name,
 * such as
 * "success", and this map contains its colour. The class names are common in other systems.
 */
const COLORS: Readonly<Record<string, string>> = {
  primary: '#1f4f8f',
  secondary: PLAIN,
  success: '#1b6b3a',
  danger: '#b3261e',
  warning: '#f2c14e',
  info: '#a9d6f5',
  light: '#e6eaee',
  dark: '#17212b',
}

/**
 * Badge with the code of a form's tag (definition). Its colour depends on the tag's property `class`; the text colour
 * is chosen for sufficient contrast.
 */
export function TagBadge({ form: { code_tag, tag_exists }, tag }: { form: Pick<ShownForm, 'code_tag' | 'tag_exists'>; tag: TagForm | undefined }) {
  const { t } = useWords()
  if (!tag_exists) return <span className="warning">{`${t('tag_missing')}: ${code_tag}`}</span>
  const named = (tag?.class ?? '').trim().toLowerCase()
  const color = isHexColor(named) ? String(named) : (COLORS[String(named).replace(/^(?:badge|bg|text-bg)-/, '')] ?? PLAIN)
  return (
    <span className="tag-badge" title={code_tag} style={{ background: color, color: textOn(color) }}>
      {shortened(code_tag)}
    </span>
  )
}
