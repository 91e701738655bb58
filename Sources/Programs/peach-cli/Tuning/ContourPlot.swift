import PeachPlots
import PeachServices

/// An SVG plot of the pitch contour of a recording.
struct ContourPlot {
  private let report: ContourReport

  init(_ report: ContourReport) { self.report = report }

  var svg: String {
    let contour = report.contour
    let offset = report.meanCents
    func curve(_ seconds: [Double], _ cents: [Double], _ color: String)
      -> (seconds: [Double], cents: [Double], color: String)
    {
      (seconds, cents.map { $0 + offset }, color)
    }
    let panel = CurvePanel(
      title: "\(report.referenceText): contour, and windows of 100 ms",
      curves: [
        curve(contour.seconds, contour.cents, "#ccc"),
        curve(contour.windows.seconds, contour.windows.cents, "#2b6cb0"),
      ])
    return SVG.document(
      width: CurvePanel.width, height: CurvePanel.height + 54,
      [
        SVG.label(
          CurvePanel.left, 20, "\(FileAccess.fileName(of: report.path)): pitch over time, in cents",
          size: 15)
      ] + panel.lines(top: 30))
  }
}
