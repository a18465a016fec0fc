import { ASSET_KINDS, type AssetKind, type ListedAsset, MAX_ASSET_BYTES } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { manage } from '../../call.ts'
import type { ConcurrentChange } from '../../ui/concurrent-change.tsx'
import { SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { Field } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { dataUrlOf, PICTURE_ACCEPT, type Picture, type PictureFault, readPicture } from '../../ui/picture.ts'
import { useWords } from '../../words.tsx'

export type AssetTask = { mode: 'add' } | { mode: 'replace' | 'delete'; asset: ListedAsset }

const KILOBYTES = String(MAX_ASSET_BYTES / 1024)

const pathOf = ({ kind, name }: ListedAsset) => `/assets/${kind}/${encodeURIComponent(name)}`

export function AssetModal({ task, onClose }: { task: AssetTask; onClose: () => void }) {
  if (task.mode === 'delete') return <DeleteAsset asset={task.asset} onClose={onClose} />
  return <SendAsset asset={task.mode === 'replace' ? task.asset : undefined} onClose={onClose} />
}

interface AssetDraft {
  kind: AssetKind
  name: string
  picture: Picture | null
}

/** Modal in which an operator uploads a new asset or replaces the content of an existing one. */
function SendAsset({ asset, onClose }: { asset: ListedAsset | undefined; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [first] = useState<AssetDraft>(() => ({ kind: asset?.kind ?? 'logo', name: '', picture: null }))
  const draft = useEditForm(first, (now) => ({ picture: now.picture ? undefined : '', name: asset || now.name !== '' ? undefined : '' }))
  const { kind, name, picture } = draft.watch()
  const setPicture = (next: Picture | null) => draft.setValue('picture', next, { shouldDirty: true, shouldValidate: true })
  const [fault, setFault] = useState<PictureFault>()
  const [version, setVersion] = useState(asset?.version ?? '')
  const isTexts = kind === 'custom_loc_strings'
  const { setValue } = draft
  // Clears the chosen file when the operator selects another kind of asset, because the file may not be valid for that
  // kind.
  useEffect(() => {
    if (kind === first.kind) return
    setValue('picture', null, { shouldValidate: true })
    setFault(undefined)
  }, [kind, first, setValue])

  async function choose(file: File | undefined): Promise<void> {
    setPicture(null)
    setFault(undefined)
    if (!file) return
    const read = isTexts ? ((await dataUrlOf(file)) ?? 'unreadable') : await readPicture(file)
    if (typeof read === 'string') return setFault(read)
    setPicture(read)
    // Proposes an asset name made from the file name: characters that are not allowed in asset names are replaced (wire
    // contract).
    if (name === '') draft.setValue('name', file.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-128), { shouldDirty: true, shouldValidate: true })
  }
  async function save(): Promise<void> {
    const data_url = picture?.value
    if (asset) await manage('PUT', pathOf(asset), { body: { data_url }, version })
    else await manage('POST', '/assets', { body: { kind, name, data_url } })
    await queries.invalidateQueries({ queryKey: ['assets'] })
  }
  async function reload(): Promise<ConcurrentChange | undefined> {
    const now = await manage<ListedAsset[]>('GET', '/assets', { query: { kind } })
    const current = now.find((each) => each.name === asset?.name)
    setVersion(current?.version ?? '')
    return asset && { subject: `${asset.kind}/${asset.name}`, before: asset, now: current }
  }

  return (
    <EditModal
      title={asset ? t('asset_replace_title', asset.name) : t('asset_add')}
      form={draft}
      changed={picture !== null}
      {...(asset && { saveLabel: t('secret_replace') })}
      save={save}
      done={t('saved', asset?.name ?? name)}
      reload={reload}
      onClose={onClose}
    >
      {asset ? (
        <p>{t('asset_replace_text')}</p>
      ) : (
        <SelectInput label={t('asset_kind')} name="kind" choices={ASSET_KINDS.map((value) => ({ value, label: t(`asset_kind_${value}`) }))} />
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
      {!asset && <TextInput label={t('asset_name')} name="name" required maxLength={128} hint={t('asset_name_hint')} />}
    </EditModal>
  )
}

/**
 * Modal in which an operator deletes an asset. If forms still use the asset, the server rejects the deletion, and the
 * modal lists these forms.
 */
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

/**
 * Returns a function that describes in words which forms use an asset: the first few form codes, followed by the number
 * of further forms.
 */
export function useUsedBy(): (asset: Pick<ListedAsset, 'uses' | 'used_by'>) => string {
  const { t, language } = useWords()
  return ({ uses, used_by }) => {
    const named = used_by.slice(0, 5)
    const more = uses - named.length
    return more > 0 ? t('asset_used_more', named.join(', '), more.toLocaleString(language)) : named.join(', ')
  }
}
