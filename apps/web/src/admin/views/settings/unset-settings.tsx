import { useMemo } from 'react'
import type { Column, Source } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import type { Filters } from '../../ui/use-filters.ts'
import { useWords } from '../../words.tsx'
import { useSettingDescription } from './known-setting.ts'

const NO_FILTERS: Filters = { values: {}, set: () => {}, clear: () => {} }

interface Unset {
  code: string
}

interface UnsetSettingsProps {
  codes: readonly string[]
  source: Source
  /** Returns true if the operator may set a given system setting. Undefined if the operator may not set any. */
  maySet: ((code: string) => boolean) | undefined
  onSet: (code: string) => void
}

/** Lists the system settings without a stored value. For each setting it shows the effect and the default value. */
export function UnsetSettings({ codes, source, maySet, onSet }: UnsetSettingsProps) {
  const { t } = useWords()
  const descriptionOf = useSettingDescription()
  const columns = useMemo<Column<Unset>[]>(
    () => [
      { key: 'code', header: t('setting_code'), text: ({ code }) => code, width: '16rem' },
      { key: 'preset', header: t('setting_preset_column'), text: ({ code }) => descriptionOf(code)?.setting.preset || t('setting_nothing'), width: '22rem' },
      { key: 'meaning', header: t('setting_meaning'), text: ({ code }) => descriptionOf(code)?.meaning ?? '' },
    ],
    [t, descriptionOf],
  )
  const rows = useMemo(() => codes.map((code) => ({ code })), [codes])
  if (codes.length === 0) return null
  return (
    <section className="unset" aria-labelledby="unset-settings">
      <h2 id="unset-settings">{t('setting_unset')}</h2>
      <DataTable
        id="unset-settings"
        name={t('setting_unset')}
        columns={columns}
        rows={rows}
        rowKey={({ code }) => code}
        source={source}
        filters={NO_FILTERS}
        isPlain
        {...(maySet && {
          actions: ({ code }: Unset, about: string) =>
            maySet(code) && (
              <RowButton about={about} onClick={() => onSet(code)}>
                {t('setting_set')}
              </RowButton>
            ),
        })}
      />
    </section>
  )
}
