import type { ShownForm, TagForm } from '@sportello/contract'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'

/**
 * Dialog that shows the parameters of a form's definition. The administrator specification calls the code of the
 * definition
 * a tag (section 2: "Parameters modal").
 */
export function ParametersModal({ form, tag, onClose }: { form: ShownForm; tag: TagForm | undefined; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={t('parameters_title', form.code_tag)}
      size="medium"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <ParameterList tag={tag} />
    </Dialog>
  )
}

/** List of the parameters that the definition (tag) of a form sets. */
export function ParameterList({ tag }: { tag: TagForm | undefined }) {
  const { t } = useWords()
  const parameters = Object.entries(tag?.form_params ?? {})
  return parameters.length === 0 ? (
    <p>{t(tag ? 'empty' : 'tag_missing')}</p>
  ) : (
    <dl className="parameters">
      {parameters.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Converts the value of a definition's parameter to text. The items of an array are separated by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
