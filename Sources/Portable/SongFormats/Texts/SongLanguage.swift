/// A language in songs: the letters of its texts that ASCII lacks, by which a code page is
/// recognized.
struct SongLanguage: Sendable {
  /// The code page that has the letters.
  let encoding: SongEncoding
  /// The letters, small and capital; those of scripts other than Latin by frequency.
  let letters: String
  /// Whether all letters are of another script than Latin, so that no word mixes them with ASCII.
  var isLatin = true

  /// The name is for readers of the table.
  private init(_ name: StaticString, _ encoding: SongEncoding, _ letters: String) {
    (self.encoding, self.letters) = (encoding, letters)
  }

  private init(script name: StaticString, _ encoding: SongEncoding, _ letters: String) {
    self.init(name, encoding, letters)
    isLatin = false
  }

  /// Of languages that explain a text equally well, the first one applies.
  static let all: [SongLanguage] = [
    SongLanguage("German", .windows1252, "üÜäÄöÖßéÉ"),
    SongLanguage("French", .windows1252, "éÉèÈàÀêÊçÇùÙîÎôÔâÂûÛëËïÏœŒüÜ"),
    SongLanguage("Spanish, Catalan", .windows1252, "óÓáÁíÍéÉñÑúÚüÜàÀèÈòÒïÏçÇ·¿¡ºª"),
    SongLanguage("Portuguese", .windows1252, "ãÃçÇáÁéÉíÍóÓêÊõÕúÚâÂàÀôÔüÜ"),
    SongLanguage("Italian", .windows1252, "èÈàÀòÒùÙìÌéÉîÎóÓ"),
    SongLanguage("Swedish, Finnish", .windows1252, "äÄåÅöÖéÉ"),
    SongLanguage("Danish, Norwegian", .windows1252, "åÅøØæÆéÉòÒôÔóÓ"),
    SongLanguage("Dutch", .windows1252, "ëËéÉïÏèÈöÖüÜóÓ"),
    SongLanguage("Icelandic", .windows1252, "íÍáÁðÐéÉóÓþÞæÆöÖúÚýÝ"),
    SongLanguage("Polish", .windows1250, "łŁęĘąĄóÓżŻśŚćĆńŃźŹ"),
    SongLanguage("Czech", .windows1250, "íÍáÁěĚéÉýÝčČřŘšŠžŽůŮúÚóÓťŤňŇďĎ"),
    SongLanguage("Slovak", .windows1250, "áÁíÍéÉčČýÝžŽšŠúÚľĽťŤňŇóÓôÔďĎäÄĺĹŕŔ"),
    SongLanguage("Hungarian", .windows1250, "áÁéÉöÖóÓőŐüÜíÍúÚűŰ"),
    SongLanguage("Croatian, Slovenian", .windows1250, "čČšŠžŽćĆđĐ"),
    SongLanguage("Romanian", .windows1250, "ăĂîÎâÂşŞţŢ"),
    SongLanguage("Turkish", .windows1254, "ışŞüÜçÇğĞöÖâÂîÎ"),
    SongLanguage(
      script: "Russian", .windows1251,
      "оОеЕаАиИнНтТсСрРвВлЛкКмМдДпПуУяЯыЫьЬгГзЗбБчЧйЙхХжЖшШюЮцЦщЩэЭфФъЪёЁ"),
    SongLanguage(
      script: "Ukrainian", .windows1251,
      "оОаАнНиИіІтТвВрРеЕлЛсСкКдДпПуУмМяЯьЬзЗгГбБчЧйЙхХжЖюЮцЦшШїЇєЄщЩфФґҐ"),
    SongLanguage(
      script: "Bulgarian", .windows1251,
      "аАиИоОеЕнНтТрРсСвВлЛкКдДпПмМзЗгГъЪуУбБчЧщЩцЦжЖхХфФшШйЙюЮяЯьЬ"),
    SongLanguage(
      script: "Serbian, Macedonian", .windows1251,
      "аАоОиИеЕуУсСтТнНрРјЈвВкКдДмМлЛпПзЗбБгГшШцЦчЧжЖхХћЋљЉњЊђЂфФџЏѓЃќЌѕЅ"),
    SongLanguage(
      script: "Belarusian", .windows1251,
      "аАнНіІрРеЕоОсСкКлЛўЎдДтТпПмМвВуУяЯыЫьЬзЗгГбБчЧйЙхХжЖюЮцЦшШэЭфФёЁ"),
    SongLanguage(
      script: "Greek", .windows1253,
      "αΑοΟιΙεΕτΤσΣνΝηΗυΥρΡπΠκΚμΜλΛςόΌίΊάΆωΩγΓέΈήΉδΔύΎχΧθΘώΏφΦβΒξΞζΖψΨϊΪϋΫΐΰ"),
  ]
}
