import { useWords } from '../../words.tsx'

interface AsTableProps {
  name: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** A key of each row, if the first cells may repeat. */
  keys?: readonly string[]
}

/** The figures of a chart as a table, which can be opened below the chart. Screen readers read it instead of the chart. */
export function AsTable({ name, heads, rows, keys }: AsTableProps) {
  const { t } = useWords()
  return (
    <details className="visit-table">
      <summary>
        {t('visits_as_table')}
        <span className="visually-hidden">: {name}</span>
      </summary>
      <div className="small-table">
        <table aria-label={name}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first = '', ...others], row) => (
              <tr key={keys?.[row] ?? first}>
                <th scope="row">{first}</th>
                {others.map((text, at) => (
                  <td key={heads[at + 1]} className="number">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
