import house from './en/house'
import dojo from './en/dojo'
import replay from './en/replay'
import tatamokatsu from './en/tatamokatsu'

export default { ...house, ...dojo, ...replay, ...tatamokatsu }
