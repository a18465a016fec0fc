import { MAX_ASSET_BYTES } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { PICTURE_ACCEPT, type Picture, type PictureFault, pictureOf, readPicture } from '../../ui/picture.ts'
import { useWords } from '../../words.tsx'

interface PictureFieldProps {
  label: string
  name: string
  value: unknown
  onChange: (picture: Picture | undefined) => void
}

/** Field for a picture that is stored in the form's settings, not as an asset. */
export function PictureField({ label, name, value, onChange }: PictureFieldProps) {
  const { t } = useWords()
  const [fault, setFault] = useState<PictureFault>()
  const picture = pictureOf(value)

  async function choose(file: File): Promise<void> {
    const read = await readPicture(file)
    if (typeof read === 'string') return setFault(read)
    setFault(undefined)
    onChange(read)
  }
  return (
    <Field
      label={label}
      name={name}
      hint={t('picture_hint', String(MAX_ASSET_BYTES / 1024))}
      fault={fault && t(`picture_${fault}`, String(MAX_ASSET_BYTES / 1024))}
    >
      {(control) => (
        <div className="control-row">
          {picture?.value && <img className="picture-preview" src={picture.value} alt="" />}
          <input {...control} className="control" readOnly value={picture ? picture.name || t('picture_unnamed') : ''} placeholder={t('picture_none')} />
          <FileButton label={t('picture_choose')} about={label} accept={PICTURE_ACCEPT} onChoose={(file) => void choose(file)} />
          {picture && (
            <Button onClick={() => onChange(undefined)} aria-label={`${t('form_remove')}: ${label}`}>
              {t('form_remove')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
