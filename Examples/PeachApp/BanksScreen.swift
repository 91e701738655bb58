import PeachAudio
import PeachModels
import SwiftUI
import UniformTypeIdentifiers

/// The sound banks: import, list, removal, and credits.
struct BanksScreen: View {
  let model: AppModel
  let banks: BankLibraryModel
  @State private var isImporting = false

  var body: some View {
    let texts = model.texts
    Form {
      Section(texts[.soundBanks]) {
        ForEach(banks.banks) { bank in
          HStack {
            Text(bank.name)
            Text("\(origin(bank)) · \(texts[.presetCount, "\(bank.presetCount)"])")
            if bank.isRemovable {
              Button(texts[.removeBank], role: .destructive) { banks.remove(bank) }
            }
          }
        }
        if let message = banks.message {
          Label(message, systemImage: "exclamationmark.triangle")
        }
        Button(texts[.importBank]) { isImporting = true }
        importing
      }
      Section(texts[.credits]) {
        ForEach(banks.credits) { credit in
          VStack {
            Text(credit.name)
            ForEach(lines(credit), id: \.self) { Text($0) }
          }
        }
      }
    }
    .fileImporter(isPresented: $isImporting, allowedContentTypes: [.item, .folder]) { result in
      guard case .success(let url) = result else { return }
      Task { await model.importBank(at: url) }
    }
  }

  @ViewBuilder private var importing: some View {
    if let message = banks.importMessage { Text(message) }
    if case .importing(_, let fraction) = banks.importState {
      ProgressView(value: fraction)
      Button(model.texts[.cancel]) { banks.cancelImport() }
    }
  }

  private func origin(_ bank: BankLibraryModel.Bank) -> String {
    let text: ModelText =
      switch bank.origin {
      case .given: .originGiven
      case .bundled: .originBundled
      case .user: .originUser
      case .system: .originSystem
      case .personal: .originPersonal
      }
    return model.texts[text]
  }

  private func lines(_ credit: BankCredit) -> [String] {
    let texts = model.texts
    let author = credit.author.isEmpty ? "" : texts[.creditAuthor, credit.author]
    let license = credit.license.map { texts[.creditLicense, $0] } ?? ""
    return [author, credit.copyright, license, credit.attribution ?? ""].filter { !$0.isEmpty }
  }
}
