import { ASSET_KINDS, type AssetKind, type ListedAsset, MAX_ASSET_BYTES } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import type { Meanwhile } from '../../ui/meanwhile.tsx'
import { dataUrlOf, PICTURE_ACCEPT, type Picture, type PictureFault, readPicture } from '../../ui/picture.ts'
import { useWords } from '../../words.tsx'

export type AssetTask = { mode: 'add' } | { mode: 'replace' | 'delete'; asset: ListedAsset }

const KILOBYTES = String(MAX_ASSET_BYTES / 1024)

const pathOf = ({ kind, name }: ListedAsset) => `/assets/${kind}/${encodeURIComponent(name)}`

export function AssetModal({ task, onClose }: { task: AssetTask; onClose: () => void }) {
  if (task.mode === 'delete') return <DeleteAsset asset={task.asset} onClose={onClose} />
  return <SendAsset asset={task.mode === 'replace' ? task.asset : undefined} onClose={onClose} />
}

/** A new file, or another content under the same name. */
function SendAsset({ asset, onClose }: { asset: ListedAsset | undefined; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [kind, setKind] = useState<AssetKind>(asset?.kind ?? 'logo')
  const [name, setName] = useState('')
  const [picture, setPicture] = useState<Picture>()
  const [fault, setFault] = useState<PictureFault>()
  const [version, setVersion] = useState(asset?.version ?? '')
  const isTexts = kind === 'custom_loc_strings'

  async function choose(file: File | undefined): Promise<void> {
    setPicture(undefined)
    setFault(undefined)
    if (!file) return
    const read = isTexts ? ((await dataUrlOf(file)) ?? 'unreadable') : await readPicture(file)
    if (typeof read === 'string') return setFault(read)
    setPicture(read)
    // As the contract has asset names.
    if (name === '') setName(file.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-128))
  }
  async function save(): Promise<void> {
    const data_url = picture?.value
    if (asset) await manage('PUT', pathOf(asset), { body: { data_url }, version })
    else await manage('POST', '/assets', { body: { kind, name, data_url } })
    await queries.invalidateQueries({ queryKey: ['assets'] })
  }
  async function reload(): Promise<Meanwhile | undefined> {
    const now = await manage<ListedAsset[]>('GET', '/assets', { query: { kind } })
    const current = now.find((each) => each.name === asset?.name)
    setVersion(current?.version ?? '')
    return asset && { subject: `${asset.kind}/${asset.name}`, before: asset, now: current }
  }

  return (
    <EditModal
      title={asset ? t('asset_replace_title', asset.name) : t('asset_add')}
      changed={picture !== undefined}
      disabled={!picture || (!asset && name === '')}
      {...(asset && { saveLabel: t('secret_replace') })}
      save={save}
      done={t('saved', asset?.name ?? name)}
      reload={reload}
      onClose={onClose}
    >
      {asset ? (
        <p>{t('asset_replace_text')}</p>
      ) : (
        <SelectField
          label={t('asset_kind')}
          name="kind"
          choices={ASSET_KINDS.map((value) => ({ value, label: t(`asset_kind_${value}`) }))}
          value={kind}
          onChange={(next) => {
            setKind(next as AssetKind)
            setPicture(undefined)
            setFault(undefined)
          }}
        />
      )}
      <Field
        key={kind}
        label={t('asset_file')}
        name="data_url"
        required
        hint={t(isTexts ? 'asset_texts_hint' : 'picture_hint', KILOBYTES)}
        fault={fault && t(`picture_${fault}`, KILOBYTES)}
      >
        {(control) => <FileInput {...control} accept={isTexts ? 'application/json,.json' : PICTURE_ACCEPT} onChoose={(file) => void choose(file)} />}
      </Field>
      {picture && !isTexts && <img className="asset-preview" src={picture.value} alt={t('asset_preview')} />}
      {!asset && <TextField label={t('asset_name')} name="name" required maxLength={128} hint={t('asset_name_hint')} value={name} onChange={setName} />}
    </EditModal>
  )
}

/** What a form names cannot be deleted: it says which do. */
function DeleteAsset({ asset, onClose }: { asset: ListedAsset; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const usedBy = useUsedBy()
  async function remove(): Promise<void> {
    await manage('DELETE', pathOf(asset), { version: asset.version })
    await queries.invalidateQueries({ queryKey: ['assets'] })
  }
  const isUsed = asset.uses > 0
  return (
    <EditModal
      title={t('asset_delete')}
      size="small"
      danger
      disabled={isUsed}
      saveLabel={t('delete')}
      save={remove}
      done={t('deleted', asset.name)}
      onClose={onClose}
    >
      <p>{isUsed ? t('asset_delete_used', asset.name, usedBy(asset)) : t('asset_delete_text', asset.name)}</p>
    </EditModal>
  )
}

/** Which forms name an asset, the first few by their codes. */
export function useUsedBy(): (asset: Pick<ListedAsset, 'uses' | 'used_by'>) => string {
  const { t, language } = useWords()
  return ({ uses, used_by }) => {
    const named = used_by.slice(0, 5)
    const more = uses - named.length
    return more > 0 ? t('asset_used_more', named.join(', '), more.toLocaleString(language)) : named.join(', ')
  }
}
