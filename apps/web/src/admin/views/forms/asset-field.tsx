import { type AssetKind, type ListedAsset, MAX_ASSET_BYTES } from '@sportello/contract'
import { useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { Field } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { dataUrlOf, PICTURE_ACCEPT, readPicture } from '../../ui/picture.ts'
import { useWords } from '../../words.tsx'
import { useAssets, useRefresh } from './form-calls.ts'

interface AssetFieldProps {
  label: string
  name: string
  kind: AssetKind
  /**
   * Name of the selected asset. Undefined means that the form inherits the definition's asset; an empty text means that
   * the form has no asset, even if the definition has one.
   */
  value: string | undefined
  onChange: (name: string | undefined) => void
  /** Name of the asset that the form inherits from its definition. */
  inherited?: string
}

/**
 * Value of the option "inherited" in the select field. It cannot be confused with an asset, because no asset name can
 * contain a line break.
 */
const INHERIT = '\n'

/**
 * Field in which the operator selects an asset (logo, favicon, background or texts). Operators who may change the whole
 * deployment can also upload a new asset here.
 */
export function AssetField({ label, name, kind, value: said, onChange, inherited = '' }: AssetFieldProps) {
  const { t } = useWords()
  const may = usePermissions()
  const { data: assets } = useAssets(kind)
  const { upload, fault } = useUpload(kind, onChange)
  const value = said ?? (inherited === '' ? '' : INHERIT)
  const shown = said ?? inherited
  const chosen = assets?.find((asset) => asset.name === shown)
  // If the definition has no asset, it makes no difference whether the form has none or inherits none. Then stores
  // “none” as undefined.
  const choose = (next: string) => onChange(next === INHERIT || (next === '' && inherited === '') ? undefined : next)
  const isMissing = assets !== undefined && shown !== '' && !chosen

  return (
    <Field label={label} name={name} fault={fault} hint={isMissing ? t('asset_missing') : undefined}>
      {(control) => (
        <div className="control-row">
          {chosen?.url && <img className="picture-preview" src={chosen.url} alt="" />}
          <select {...control} className="control" value={value} onChange={(event) => choose(event.target.value)}>
            {inherited !== '' && <option value={INHERIT}>{t('asset_inherited', inherited)}</option>}
            <option value="">{t('none_chosen')}</option>
            {value !== '' && value !== INHERIT && !chosen && <option value={value}>{value}</option>}
            {assets?.map((asset) => (
              <option key={asset.name} value={asset.name}>
                {asset.name}
              </option>
            ))}
          </select>
          {may.changeDeployment && (
            <FileButton
              label={t('asset_upload')}
              about={label}
              accept={kind === 'custom_loc_strings' ? 'application/json,.json' : PICTURE_ACCEPT}
              onChoose={(file) => void upload(file)}
            />
          )}
        </div>
      )}
    </Field>
  )
}

/**
 * Returns a function that uploads a file as a new asset and selects it in the field, together with the error of the
 * last upload.
 */
function useUpload(kind: AssetKind, onChange: (name: string) => void) {
  const { t } = useWords()
  const refresh = useRefresh()
  const [fault, setFault] = useState<string>()
  const kilobytes = String(MAX_ASSET_BYTES / 1024)

  async function upload(file: File): Promise<void> {
    const read = kind === 'custom_loc_strings' ? ((await dataUrlOf(file)) ?? 'unreadable') : await readPicture(file)
    if (typeof read === 'string') return setFault(t(`picture_${read}`, kilobytes))
    // Makes a valid asset name from the file name: characters that are not allowed in asset names are replaced (wire
    // contract).
    const name = read.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-128)
    try {
      await manage<ListedAsset>('POST', '/assets', { body: { kind, name, data_url: read.value } })
      setFault(undefined)
      await refresh('assets')
      onChange(name)
    } catch (error) {
      setFault(error instanceof CallError && error.errors[0] ? error.errors[0].data.message : t('unreachable'))
    }
  }
  return { upload, fault }
}
